import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Banner } from '../ui/banner.tsx';
import './notice-banners.css';

/** What the user should know, above everything else in the main area. */
export function NoticeBanners() {
  const { notices } = useSession();
  const list = useStore(notices);
  if (list.length === 0) return null;
  return (
    <div className="notice-banners">
      {list.map((notice) => (
        <Banner
          key={notice.id}
          tone={notice.tone}
          title={notice.message}
          dismissLabel="Dismiss notice"
          onDismiss={() => void notices.dismiss(notice.id)}
        >
          {notice.remedy}
        </Banner>
      ))}
    </div>
  );
}
