import { AREAS, type Area, focusArea } from './areas.ts';

/** The first thing Tab reaches. */
export function SkipLinks() {
  return (
    <ul>
      {(Object.keys(AREAS) as Area[]).map((area, index) => (
        <li key={area}>
          <a
            href={`#${area}`}
            className="skip-link"
            onClick={(event) => {
              event.preventDefault();
              focusArea(area);
            }}
          >
            Ir para {AREAS[area]} (Alt+{index + 1})
          </a>
        </li>
      ))}
    </ul>
  );
}
