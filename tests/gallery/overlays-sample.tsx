import { Copy, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../renderer/ui/button.tsx';
import { CommandPalette } from '../../renderer/ui/search-list.tsx';
import { ConfirmDialog } from '../../renderer/ui/confirm-dialog.tsx';
import { ContextMenu, type MenuEntry, Menu } from '../../renderer/ui/menu.tsx';
import { Dialog, Drawer } from '../../renderer/ui/dialog.tsx';
import { FormDialog } from '../../renderer/ui/form-dialog.tsx';
import { TextField } from '../../renderer/ui/text-field.tsx';

/** Everything that opens over the page. */
export function OverlaysSample() {
  const [open, setOpen] = useState<'dialog' | 'form' | 'confirm' | 'drawer' | 'palette'>();
  const [name, setName] = useState('Draft');
  const [order, setOrder] = useState('newest');
  const [isDense, setDense] = useState(false);
  const bind = (which: NonNullable<typeof open>) => ({
    isOpen: open === which,
    onOpenChange: (isOpen: boolean) => setOpen(isOpen ? which : undefined),
  });
  const close = () => setOpen(undefined);
  const entries: readonly MenuEntry[] = [
    { kind: 'action', label: 'Copy', icon: <Copy aria-hidden />, keys: ['Ctrl', 'C'], onSelect: close },
    { kind: 'action', label: 'Not now', isDisabled: true, onSelect: close },
    { kind: 'separator', id: 'before-view' },
    { kind: 'toggle', label: 'Dense rows', isOn: isDense, onChange: setDense },
    {
      kind: 'choice',
      label: 'Order',
      value: order,
      onChange: setOrder,
      options: [
        { value: 'newest', label: 'Newest first' },
        { value: 'oldest', label: 'Oldest first' },
      ],
    },
    { kind: 'separator', id: 'before-danger' },
    { kind: 'action', label: 'Delete', icon: <Trash2 aria-hidden />, isDangerous: true, onSelect: close },
  ];
  return (
    <section>
      <h2>Overlays</h2>
      <div className="gallery-row">
        {(['dialog', 'form', 'confirm', 'drawer', 'palette'] as const).map((which) => (
          <Button key={which} onClick={() => setOpen(which)}>
            Open {which}
          </Button>
        ))}
        <Menu trigger={<Button>Open menu</Button>} entries={entries} />
      </div>
      <ContextMenu entries={entries}>
        <button type="button" className="gallery-area">
          Right-click here, or press Shift+F10.
        </button>
      </ContextMenu>
      <Dialog
        {...bind('dialog')}
        title="About this item"
        description="What is known of it."
        actions={
          <Button variant="primary" onClick={close}>
            Close
          </Button>
        }
      >
        <p>It is called {name}.</p>
      </Dialog>
      {open === 'form' && (
        <FormDialog
          title="Rename"
          description="The new name is shown everywhere."
          saveLabel="Rename"
          canSave={name.trim() !== ''}
          failure={name === 'Draft' ? { message: 'There is one of that name.', remedy: 'Choose another.' } : undefined}
          onSave={close}
          onRemove={close}
          onClose={close}
        >
          <TextField label="New name" value={name} onChange={setName} />
        </FormDialog>
      )}
      <ConfirmDialog
        {...bind('confirm')}
        title="Delete this item?"
        description="It can’t be brought back."
        confirmLabel="Delete"
        isDangerous
        onConfirm={close}
      />
      <Drawer {...bind('drawer')} label="Side pane">
        <p>What lies beside the page.</p>
      </Drawer>
      <CommandPalette
        {...bind('palette')}
        items={[
          { id: 'open', title: 'Open file', group: 'File', keys: ['Ctrl', 'O'], run: close },
          { id: 'save', title: 'Save file', group: 'File', keys: ['Ctrl', 'S'], run: close },
          { id: 'zoom', title: 'Zoom in', group: 'View', keywords: ['larger'], run: close },
        ]}
      />
    </section>
  );
}
