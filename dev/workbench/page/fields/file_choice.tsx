/** Chooses a file from this computer, beside a field that also takes its address. */
import { Icon } from '../shared/icons.tsx';

interface FileChoiceProps {
  /** The field's label. */
  label: string;
  isUploading?: boolean;
  isDisabled?: boolean;
  onFile(file: File): void;
}

export function FileChoice({ label, isUploading = false, isDisabled = false, onFile }: FileChoiceProps) {
  const words = isUploading ? 'Uploading…' : 'Choose a file from this computer';
  return (
    <div class={isDisabled ? 'upload disabled' : 'upload'}>
      {/* The browser's own control lies over the words, with a name that begins with them. */}
      <span aria-hidden="true">
        <Icon name="file" /> {words}
      </span>
      <input
        type="file"
        aria-label={`${words}: ${label}`}
        aria-busy={isUploading}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) onFile(file);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
