import { createRoot } from 'react-dom/client';
import '../styles/base.css';
import '../styles/tokens.css';
import { UiProvider } from '../ui/ui-provider.tsx';
import { createStage } from './stage.ts';
import { StageView } from './stage-view.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('bench.html has no #root');
const stage = createStage();
// How tests/bench/chat.ts drives the page.
Object.assign(globalThis, { stage });
createRoot(element).render(
  <UiProvider>
    <StageView stage={stage} />
  </UiProvider>,
);
