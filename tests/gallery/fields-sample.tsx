import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../renderer/ui/button.tsx';
import { Checkbox, Switch } from '../../renderer/ui/toggle.tsx';
import { RadioCards, SegmentedControl } from '../../renderer/ui/radio-group.tsx';
import { Select } from '../../renderer/ui/select.tsx';
import { TextArea, TextField } from '../../renderer/ui/text-field.tsx';

const sizes = [
  { value: 'small', label: 'Small' },
  { value: 'medium', label: 'Medium' },
  { value: 'large', label: 'Large' },
] as const;

const rivers = [
  { value: 'dee', label: 'Dee', detail: '110 km', group: 'Short' },
  { value: 'exe', label: 'Exe', detail: '96 km', group: 'Short' },
  { value: 'severn', label: 'Severn', detail: '354 km, tidal bore', group: 'Long' },
] as const;

/** Buttons and controls for values. */
export function FieldsSample() {
  const [name, setName] = useState('');
  const [notes, setNotes] = useState('Several lines\nof text.');
  const [size, setSize] = useState<(typeof sizes)[number]['value']>('medium');
  const [river, setRiver] = useState<(typeof rivers)[number]['value'] | null>(null);
  const [isOn, setOn] = useState(true);
  return (
    <section>
      <h2>Buttons and fields</h2>
      <div className="gallery-row">
        <Button variant="primary">Primary</Button>
        <Button icon={<Plus aria-hidden />}>Plain</Button>
        <Button variant="quiet">Quiet</Button>
        <Button variant="danger">Danger</Button>
        <Button isDisabled>Disabled</Button>
        <Button size="sm">Small</Button>
        <IconButton label="Delete" keys={['Ctrl', 'D']} icon={<Trash2 aria-hidden />} />
      </div>
      <TextField label="Name" description="As it should be shown." value={name} onChange={setName} />
      <TextField label="Address" value="nowhere" error="This is not an address." onChange={() => undefined} />
      <TextArea label="Notes" value={notes} onChange={setNotes} />
      <Select label="Size" options={sizes} value={size} onChange={setSize} description="How large it is." />
      <Select label="River" options={rivers} value={river} placeholder="None chosen" onChange={setRiver} />
      <Select label="No choice" options={[]} value={null} placeholder="Nothing to choose" isDisabled onChange={() => undefined} />
      <RadioCards
        label="Size in words"
        options={sizes.map(({ value, label }) => ({ value, title: label, description: `What ${value} means, in a sentence.` }))}
        value={size}
        onChange={setSize}
      />
      <SegmentedControl label="Size at a glance" options={sizes} value={size} onChange={setSize} />
      <Switch label="Keep in step" description="Takes effect at once." isOn={isOn} onChange={setOn} />
      <Checkbox label="One of several" description="Each by itself." isOn={isOn} onChange={setOn} />
    </section>
  );
}
