import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/fonts.ts';
import '../styles/tokens.css';
import { UiProvider } from '../ui/ui-provider.tsx';
import { createBenchDriver } from './bench-driver.ts';
import { BenchView } from './bench-view.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('bench.html has no #root');
const stage = createBenchDriver();
// How tests/bench/chat.ts drives the page.
Object.assign(globalThis, { stage });
createRoot(element).render(
  <UiProvider>
    <BenchView stage={stage} />
  </UiProvider>,
);
