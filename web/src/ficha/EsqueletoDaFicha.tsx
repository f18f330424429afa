import { Delayed } from '../ui/Delayed.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';

/** The places of plate, facts and story, until they come. */
export const EsqueletoDaFicha = () => (
  <Delayed>
    <div className="flex items-center gap-6 max-tablet:flex-col">
      <Skeleton width={260} height={85} />
      <Skeleton width={120} height={28} />
    </div>
    <Skeleton height={222} />
    <Skeleton height={92} />
    <Skeleton height={240} />
    <span role="status" className="sr-only">
      Carregando o veículo
    </span>
  </Delayed>
);
