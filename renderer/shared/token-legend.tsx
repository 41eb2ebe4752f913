import { shadeLegend, type Shading } from './token-shading.ts';
import { sharedText } from './text.ts';
import './tokens.css';

/** Explains the shades. */
export function TokenLegend({ shading }: { readonly shading: Exclude<Shading, 'off'> }) {
  return (
    <ul className="token-legend wrap muted tiny plain-list" aria-label={sharedText.tokens.legend.label}>
      {shadeLegend(shading).map((label, level) => (
        <li key={label}>
          <span className="token" data-level={level}>
            {label}
          </span>
        </li>
      ))}
    </ul>
  );
}
