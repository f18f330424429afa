type SelectBoxProps = {
  label: string;
  checked: boolean;
  /** Some of the rows that the box is for. */
  partly?: boolean;
  onToggle: (range: boolean) => void;
  /** The label is visible. */
  labelled?: boolean;
  /** Reached with Space on the row, so it is no Tab stop of its own. */
  inRow?: boolean;
};

/** A box that selects rows, with a target of 44 px. */
export function SelectBox({ label, checked, partly, onToggle, labelled, inRow }: SelectBoxProps) {
  return (
    <label className="select-box">
      <input
        type="checkbox"
        aria-label={labelled ? undefined : label}
        tabIndex={inRow ? -1 : undefined}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly === true && !checked;
        }}
        onChange={({ nativeEvent }) =>
          onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
        className="size-5 shrink-0"
      />
      {labelled && <span>{label}</span>}
    </label>
  );
}
