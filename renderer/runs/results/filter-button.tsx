import { Filter } from 'lucide-react';
import { useState } from 'react';
import type { ResultFilter } from '../../../electron/contract/run-results.ts';
import { Button } from '../../ui/button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { GridColumn } from './result-columns.ts';
import { runResultsText } from './text.ts';

const text = runResultsText;
const conditions = ['contains', 'lacks', 'equals', 'differs', 'less', 'more', 'empty', 'filled'] as const;

/** A filter by one column, with its description. */
export interface ColumnFilter {
  readonly name: string;
  readonly filter: ResultFilter;
}

/** Adds a filter by a column. */
export function FilterButton({
  columns,
  onAdd,
}: {
  readonly columns: readonly GridColumn[];
  readonly onAdd: (filter: ColumnFilter) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const [columnId, setColumnId] = useState<string>();
  const [condition, setCondition] = useState<(typeof conditions)[number]>('contains');
  const [value, setValue] = useState('');
  const column = columns.find(({ id }) => id === columnId) ?? columns.find(({ column: { kind } }) => kind === 'value') ?? columns[0];
  const needsValue = condition !== 'empty' && condition !== 'filled';
  const canAdd = column !== undefined && (!needsValue || value !== '');
  const add = () => {
    if (!canAdd) return;
    const name = [column.title, text.conditions[condition], ...(needsValue ? [value] : [])].join(' ');
    onAdd({ name, filter: { kind: 'column', column: column.column, is: condition, text: needsValue ? value : '' } });
    setValue('');
    setOpen(false);
  };
  return (
    <Popover
      label={text.addFilter}
      isOpen={isOpen}
      onOpenChange={setOpen}
      trigger={
        <Button size="sm" icon={<Filter aria-hidden />}>
          {text.addFilter}
        </Button>
      }
    >
      <form
        className="run-filter-form stack"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Select
          label={text.filterColumn}
          value={column?.id ?? null}
          options={columns.map(({ id, title }) => ({ value: id, label: title }))}
          onChange={setColumnId}
        />
        <Select
          label={text.filterIs}
          value={condition}
          options={conditions.map((each) => ({ value: each, label: text.conditions[each] }))}
          onChange={setCondition}
        />
        {needsValue && <TextField label={text.filterText} value={value} onChange={setValue} />}
        <Button type="submit" variant="primary" isDisabled={!canAdd}>
          {text.filterAdd}
        </Button>
      </form>
    </Popover>
  );
}
