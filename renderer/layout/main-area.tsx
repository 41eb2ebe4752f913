import { CircleQuestionMark } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { focusMain } from '../state/pending-request.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { layoutText } from './text.ts';
import { Banner } from '../ui/banner.tsx';
import { IconButton } from '../ui/button.tsx';
import { ToastRegion } from '../ui/toaster.tsx';

/** The section's heading with the toasts, the notices and the section's screen. */
export function MainArea({
  name,
  title,
  aside,
  focusRequest,
  onHelp,
  children,
}: {
  /** Key of the content. Another key starts at the top. */
  readonly name: string;
  readonly title: string;
  /** Shown beside the heading. */
  readonly aside?: ReactNode;
  /** Number of focus requests. Each change moves the focus here. */
  readonly focusRequest: number;
  readonly onHelp: () => void;
  readonly children: ReactNode;
}) {
  const { toaster } = useSession();
  useEffect(() => {
    if (focusRequest !== 0) focusMain();
  }, [focusRequest]);
  return (
    <main id="main" className="main-area column" tabIndex={-1} aria-labelledby="main-heading">
      <header className="main-head row">
        <h1 id="main-heading" className="main-heading">
          {title}
        </h1>
        <ToastRegion toaster={toaster} />
        {aside}
        <IconButton
          label={layoutText.help}
          icon={<CircleQuestionMark aria-hidden />}
          size="sm"
          keys={['F1']}
          aria-keyshortcuts="F1"
          onClick={onHelp}
        />
      </header>
      <NoticeBanners />
      <div key={name} className="main-screen column">
        {children}
      </div>
    </main>
  );
}

/** The notices, above everything else in the main area. */
function NoticeBanners() {
  const { notices } = useSession();
  const list = useStore(notices);
  if (list.length === 0) return null;
  return (
    <div className="notice-banners stack">
      {list.map((notice) => (
        <Banner
          key={notice.id}
          tone={notice.tone}
          title={notice.message}
          dismissLabel={layoutText.dismissNotice}
          onDismiss={() => {
            void notices.dismiss(notice);
            focusMain(); // its button is gone
          }}
        >
          {notice.remedy}
        </Banner>
      ))}
    </div>
  );
}
