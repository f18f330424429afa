import type { ReactNode } from 'react';

export type Column<Row> = {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  /** Makes the head a button; the word for `onSort`, with '-' in front when reversed. */
  sortKey?: string;
  align?: 'start' | 'end';
  /** Free text of any length: it breaks where it must, so that the other columns keep their width. */
  free?: boolean;
  width?: string;
  /** The name of the row: `<th scope="row">`, and the title of the phone's card. */
  primary?: boolean;
  /** A drawing before the content of the primary column; the left half of the phone's card. */
  media?: (row: Row) => ReactNode;
  /** Buttons of the row; stacked at the right end of the phone's card. */
  actions?: boolean;
  /** The header also stands before the value on the phone's card. */
  labelled?: boolean;
};

/** Boxes in front of the rows. */
export type RowSelection<Row> = {
  isSelected: (row: Row) => boolean;
  /** Selects these rows, or clears them. */
  select: (rows: Row[], selected: boolean) => void;
  /** The name of a row's box. */
  label: (row: Row) => string;
  /** The name of the box for all rows of the page. */
  pageLabel: string;
};

export type TableKeys<Row> = {
  onOpen?: (row: Row) => void;
  onEdit?: (row: Row) => void;
  onDelete?: (row: Row) => void;
  /** Space; with Shift up to here from the row before. */
  onSelect?: (row: Row, range: boolean) => void;
  /** A press anywhere on the row opens it, except on its links and buttons. */
  openOnClick?: boolean;
};
