import { FieldsSample } from './fields-sample.tsx';
import './gallery.css';
import { MessagesSample } from './messages-sample.tsx';
import { OverlaysSample } from './overlays-sample.tsx';
import { PanesSample } from './panes-sample.tsx';
import { ReadingSample } from './reading-sample.tsx';

/** Every primitive of ui/ on one page, to look at and to check; never part of the product. */
export function Gallery() {
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
