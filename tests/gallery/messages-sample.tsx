import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Banner } from '../../renderer/ui/banner.tsx';
import { Button } from '../../renderer/ui/button.tsx';
import { EmptyState } from '../../renderer/ui/empty-state.tsx';
import { DescriptionList } from '../../renderer/ui/description-list.tsx';
import { FailureMessage } from '../../renderer/ui/failure-message.tsx';
import { Kbd } from '../../renderer/ui/shortcut.tsx';
import { Progress, Spinner } from '../../renderer/ui/progress.tsx';
import { ToastRegion, createToaster } from '../../renderer/ui/toaster.tsx';

const facts = [
  ['Length', '110 km'],
  ['Rises at', 'Llyn Dduallt'],
] as const;

/** Banners, toasts, progress and empty states. */
export function MessagesSample() {
  const [toaster] = useState(createToaster);
  const [count, setCount] = useState(0);
  return (
    <section>
      <h2>Messages</h2>
      <div className="gallery-row">
        <Button
          onClick={() => {
            setCount(count + 1);
            toaster.show({
              title: 'Item deleted',
              action: {
                label: 'Undo',
                onSelect: () => setCount(count),
              },
            });
          }}
        >
          Show toast
        </Button>
        <Button onClick={() => toaster.show({ tone: 'error', title: 'The file could not be written.', description: 'Free some space.' })}>
          Show error toast
        </Button>
        <span>Deleted: {count}</span>
        <Kbd keys={['Ctrl', 'K']} />
      </div>
      <Banner tone="info" title="Something to know." onDismiss={() => undefined}>
        And what to do about it.
      </Banner>
      <Banner tone="warning" title="Something to be careful about.">
        And what to do about it.
      </Banner>
      <Banner tone="error" title="Something that failed.">
        And what to do about it.
      </Banner>
      <FailureMessage failure={{ message: 'Something here failed.', remedy: 'And what to do about it.' }} />
      <DescriptionList items={facts} />
      <DescriptionList items={facts} layout="tiles" />
      <Spinner label="Working…" />
      <Progress label="Copying files" value={40} />
      <Progress label="Counting files" value={null} />
      <EmptyState icon={<Inbox aria-hidden />} title="Nothing here" headingLevel={3} actions={<Button>Make one</Button>}>
        What there is will be listed here.
      </EmptyState>
      <ToastRegion toaster={toaster} />
    </section>
  );
}
