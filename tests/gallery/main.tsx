import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import '../../renderer/styles/base.css';
import '@fontsource-variable/inter/wght.css';
import '../../renderer/styles/fonts.ts';
import '../../renderer/styles/tokens.css';
import { UiProvider } from '../../renderer/ui/ui-provider.tsx';
import { FieldsSample } from './fields-sample.tsx';
import './gallery.css';
import { MessagesSample } from './messages-sample.tsx';
import { OverlaysSample } from './overlays-sample.tsx';
import { PanesSample } from './panes-sample.tsx';
import { ReadingSample } from './markdown-sample.tsx';

const element = document.getElementById('root');
if (element === null) throw new Error('gallery.html has no #root');
createRoot(element).render(
  <StrictMode>
    <UiProvider>
      <Gallery />
    </UiProvider>
  </StrictMode>,
);

/** Every primitive of ui/ on one page, for inspection. Not part of the product. */
function Gallery() {
  return (
    <main className="gallery">
      <h1>Gallery of the primitives</h1>
      <FieldsSample />
      <OverlaysSample />
      <MessagesSample />
      <PanesSample />
      <ReadingSample />
    </main>
  );
}
