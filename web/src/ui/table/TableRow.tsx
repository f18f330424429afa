import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';
import { SelectBox } from './SelectBox.tsx';
import type { Column } from './tableTypes.ts';
import type { SelectionOfPage } from './useRowSelection.ts';

type TableRowProps<Row> = {
  row: Row;
  /** The row's key, as an attribute for finding its element. */
  name: string;
  columns: readonly Column<Row>[];
  label?: string;
  highlighted: boolean;
  keys?: ComponentProps<'tr'>;
  selection?: SelectionOfPage<Row> | undefined;
};

function CellContent<Row>({ row, column }: { row: Row; column: Column<Row> }) {
  if (!column.media) return column.render(row);
  return (
    <span className="media-and-text">
      <span className="media">{column.media(row)}</span>
      <span className="min-w-0">{column.render(row)}</span>
    </span>
  );
}

/** One record. The primary cell names it and has the drawing. */
export function TableRow<Row>({
  row,
  name,
  columns,
  label,
  highlighted,
  keys,
  selection,
}: TableRowProps<Row>) {
  const selected = selection?.isSelected(row) ?? false;
  return (
    <tr
      {...keys}
      aria-label={keys ? label : undefined}
      data-row={name}
      data-highlighted={highlighted || selected || undefined}
    >
      {selection && (
        <td className="select">
          <SelectBox
            inRow
            label={selection.label(row)}
            checked={selected}
            onToggle={(range) => selection.toggle(row, range)}
          />
        </td>
      )}
      {columns.map((column) => {
        const className = cx(
          column.align === 'end' && 'end',
          column.actions && 'actions',
          column.free && 'free',
          column.primary && 'primary',
          column.media && 'with-media',
        );
        return column.primary ? (
          <th key={column.key} scope="row" className={className}>
            <CellContent row={row} column={column} />
          </th>
        ) : (
          <td
            key={column.key}
            className={className}
            data-label={column.labelled ? column.header : undefined}
          >
            <CellContent row={row} column={column} />
          </td>
        );
      })}
    </tr>
  );
}
