import { createRoot } from 'react-dom/client';
import '../../../renderer/styles/base.css';
import '@fontsource-variable/inter/wght.css';
import '../../../renderer/styles/fonts.ts';
import '../../../renderer/styles/tokens.css';
import { UiProvider } from '../../../renderer/ui/ui-provider.tsx';
import { createBenchDriver } from './bench-driver.ts';
import { createNotebookDriver } from './notebook-driver.ts';
import { BenchView } from './bench-view.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('bench.html has no #root');
const driver = createBenchDriver();
const notebookDriver = createNotebookDriver();
// Used by tests/bench/chat.ts and notebook.ts to drive the page.
Object.assign(globalThis, { driver, notebookDriver });
createRoot(element).render(
  <UiProvider>
    <BenchView driver={driver} notebookDriver={notebookDriver} />
  </UiProvider>,
);
