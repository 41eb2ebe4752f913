import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { EditableList, EditableRow } from '../../renderer/ui/editable-list.tsx';
import { List } from '../../renderer/ui/list.tsx';
import { SplitPane } from '../../renderer/ui/split-pane.tsx';
import { Tabs } from '../../renderer/ui/tabs.tsx';

const noFallback = { current: null };
const rivers = ['Amber', 'Avon', 'Brent', 'Clyde', 'Dee', 'Derwent', 'Esk', 'Exe'].map((label) => ({ id: label, label }));

/** Lists, cards, panes and tabs. */
export function PanesSample() {
  const [selectedId, setSelectedId] = useState<string>();
  const [size, setSize] = useState(200);
  const [tab, setTab] = useState<'one' | 'two'>('one');
  return (
    <section>
      <h2>Lists and panes</h2>
      <div className="gallery-split">
        <SplitPane
          label="List width"
          startLabel="List"
          size={size}
          limits={{ min: 120, max: 400 }}
          defaultSize={200}
          onResize={setSize}
          start={<List label="Rivers" items={rivers} selectedId={selectedId} onSelect={(item) => setSelectedId(item.id)} />}
          end={<p className="gallery-area">{selectedId ?? 'Nothing chosen'}</p>}
        />
      </div>
      <EditableList label="Lakes" fallback={noFallback}>
        {['Loch Ness', 'Windermere'].map((lake) => (
          <EditableRow key={lake} actions={[{ label: `Edit ${lake}`, icon: <Pencil aria-hidden />, onSelect: () => undefined }]}>
            {lake}
          </EditableRow>
        ))}
      </EditableList>
      <Tabs
        label="Two panels"
        value={tab}
        onChange={setTab}
        tabs={[
          { value: 'one', label: 'First', panel: <p>The first panel.</p> },
          { value: 'two', label: 'Second', panel: <p>The second panel.</p> },
        ]}
      />
    </section>
  );
}
