import { AREAS, type Area, focusArea } from './areas.ts';

/** The search is not on every screen: Alt+3 alone leads there. */
const OFFERED = (Object.keys(AREAS) as Area[])
  .map((area, index) => ({ area, key: `Alt+${index + 1}` }))
  .filter(({ area }) => area !== 'busca');

/** The first thing Tab reaches. */
export function SkipLinks() {
  return (
    <nav aria-label="Ir direto para">
      {OFFERED.map(({ area, key }) => (
        <a
          key={area}
          href={`#${area}`}
          className="skip-link"
          onClick={(event) => {
            event.preventDefault();
            focusArea(area);
          }}
        >
          Ir para {AREAS[area]} ({key})
        </a>
      ))}
    </nav>
  );
}
