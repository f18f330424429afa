import {
  type ClearIndicatorProps,
  components,
  type DropdownIndicatorProps,
  type GroupBase,
  type SelectComponentsConfig,
} from 'react-select';
import { Icon } from './Icon.tsx';
import { SearchSelectList } from './SearchSelectList.tsx';
import { Spinner } from './Spinner.tsx';

function DropdownIndicator<O>(props: DropdownIndicatorProps<O, false>) {
  return (
    <components.DropdownIndicator {...props}>
      <Icon name="chevron-down" size={18} />
    </components.DropdownIndicator>
  );
}

function ClearIndicator<O>(props: ClearIndicatorProps<O, false>) {
  return (
    <components.ClearIndicator {...props}>
      <Icon name="x" size={18} />
    </components.ClearIndicator>
  );
}

const LoadingIndicator = () => <Spinner size={18} className="text-muted" />;

/** react-select's indicators with our icons, and our list. */
export const selectParts = <O,>(): SelectComponentsConfig<O, false, GroupBase<O>> => ({
  DropdownIndicator,
  ClearIndicator,
  LoadingIndicator,
  MenuList: SearchSelectList,
});
