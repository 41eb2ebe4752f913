import { StrictMode, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { App, createFeatures } from './app.tsx';
import { createBridge } from './bridge/create-bridge.ts';
import { startInBrowser } from './browser/start-in-browser.tsx';
import type { ComposerStore } from './chat/composer-store.ts';
import { ErrorBoundary } from './layout/error-boundary.tsx';
import { StartFailure } from './layout/start-failure.tsx';
import { applyTheme } from './layout/apply-theme.ts';
import type { StartPage, Typed } from './start/start-page.ts';
import { openSession } from './state/session.ts';
import './styles/base.css';
import './styles/fonts.ts';
import './styles/tokens.css';
import { createToaster } from './ui/toaster.ts';
import { UiProvider } from './ui/ui-provider.tsx';

/** A window without its composer is better than none: then what was typed follows as soon as that can be written to. */
const composerTimeoutMs = 2000;

/** Opens the window on a page that is there already, and takes over what was typed into it. */
export function openWindow(startPage: StartPage): void {
  const element = document.getElementById('root');
  if (element === null) throw new Error('index.html has no #root');
  const root = createRoot(element);
  window.causeway ??= startInBrowser();
  const bridge = createBridge(window.causeway);

  const show = (content: ReactNode): void => {
    root.render(
      <StrictMode>
        <ErrorBoundary>
          <UiProvider>{content}</UiProvider>
        </ErrorBoundary>
      </StrictMode>,
    );
  };
  const retry = (): void => {
    show(null);
    startPage.showOpening();
    void start();
  };
  const start = async (): Promise<void> => {
    const opened = await openSession(bridge, createToaster());
    if (!opened.ok) {
      startPage.showFailure();
      show(<StartFailure failure={opened.failure} onRetry={retry} />);
      return;
    }
    // Before the first frame that shows colours, so that no wrong theme is seen.
    applyTheme(opened.value.settings, document.documentElement);
    const features = createFeatures(opened.value);
    await Promise.race([features.firstComposer, new Promise((resolve) => setTimeout(resolve, composerTimeoutMs))]);
    await startPage.handOver(async (typed) => {
      // At once, not when React sees fit: until the composer has the focus, a key would find nobody.
      flushSync(() => {
        show(<App session={opened.value} features={features} />);
      });
      insertTyped(await features.firstComposer, typed);
    });
  };
  void start();
}

function insertTyped(composer: ComposerStore, { text, selectionStart, selectionEnd }: Typed): void {
  if (text === '') return;
  flushSync(() => {
    composer.append(text);
  });
  const field = document.activeElement;
  if (!(field instanceof HTMLTextAreaElement) || !field.value.endsWith(text)) return;
  const before = field.value.length - text.length;
  field.setSelectionRange(before + selectionStart, before + selectionEnd);
}
