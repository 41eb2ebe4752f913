import { EmptyState } from '../ui/empty-state.tsx';
import './sidebar.css';

/** The list of conversations. This build keeps none, and says so. */
export function Sidebar() {
  return (
    <div id="sidebar" className="sidebar" tabIndex={-1}>
      <h2 className="sidebar-heading">Conversations</h2>
      <EmptyState size="sm" headingLevel={3} title="None kept">
        This build holds one conversation, in this window, until it is closed or reloaded. Kept ones will be listed here.
      </EmptyState>
    </div>
  );
}
