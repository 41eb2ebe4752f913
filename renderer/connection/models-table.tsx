import type { Engine, Model } from '../../electron/contract/catalog.ts';
import { capabilityWords } from '../state/connection-words.ts';

const engineTitles: Readonly<Record<Engine, string>> = { A: 'A (like vLLM)', B: 'B (like SGLang)', unknown: 'Not known' };
const whole = new Intl.NumberFormat('en');

/** The models of the service, and what they can do. */
export function ModelsTable({ models }: { readonly models: readonly Model[] }) {
  return (
    <section aria-labelledby="models-heading">
      <h2 id="models-heading">Models</h2>
      {models.length === 0 ? (
        <p className="connection-words">The service named no models.</p>
      ) : (
        <table className="connection-table" aria-labelledby="models-heading">
          <thead>
            <tr>
              <th scope="col">Model</th>
              <th scope="col">Engine</th>
              <th scope="col">Can do</th>
              <th scope="col">Context</th>
            </tr>
          </thead>
          <tbody>
            {models.map(({ id, engine, capabilities, contextLength }) => (
              <tr key={id}>
                <th scope="row">{id}</th>
                <td>{engineTitles[engine]}</td>
                <td>{capabilityWords(capabilities).join(', ') || 'not known'}</td>
                <td>{contextLength === null ? 'not known' : `${whole.format(contextLength)} tokens`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
