import { StrictMode, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { App, createFeatures } from './app.tsx';
import { createBridge } from './bridge/create-bridge.ts';
import { startInBrowser } from './browser/start-in-browser.tsx';
import { ErrorBoundary } from './frame/error-boundary.tsx';
import { Opening } from './frame/opening.tsx';
import { StartFailure } from './frame/start-failure.tsx';
import { keepTheme } from './frame/theme.ts';
import { openSession } from './state/session.ts';
import './styles/base.css';
import './styles/tokens.css';
import { createToaster } from './ui/toaster.ts';
import { UiProvider } from './ui/ui-provider.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('index.html has no #root');
const root = createRoot(element);
window.causeway ??= startInBrowser();
const bridge = createBridge(window.causeway);

function show(content: ReactNode): void {
  root.render(
    <StrictMode>
      <ErrorBoundary>
        <UiProvider>{content}</UiProvider>
      </ErrorBoundary>
    </StrictMode>,
  );
}

async function start(): Promise<void> {
  show(<Opening />);
  const opened = await openSession(bridge, createToaster());
  if (!opened.ok) {
    show(<StartFailure failure={opened.failure} onRetry={() => void start()} />);
    return;
  }
  // Before the first frame that shows colours, so that no wrong theme is seen.
  keepTheme(opened.value.settings, document.documentElement);
  show(<App session={opened.value} features={createFeatures(opened.value)} />);
}

void start();
