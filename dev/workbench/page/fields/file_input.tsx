/** Chooses a file from the user's computer, next to a field that also accepts a URL. */
import { Icon } from '../shared/icons.tsx';
import type { Upload } from './use_upload.ts';

interface FileInputProps {
  /** The field's label. */
  label: string;
  upload: Upload;
  isDisabled?: boolean;
}

export function FileInput({ label, upload, isDisabled = false }: FileInputProps) {
  const { isUploading, fileName, problem } = upload;
  const text = isUploading
    ? 'Uploading…'
    : fileName === undefined
      ? 'Choose a file from your computer'
      : 'Choose another file';
  return (
    <>
      <div class={isDisabled ? 'upload disabled' : 'upload'}>
        {/* The transparent native input covers this text, and its accessible name begins with it. */}
        <span aria-hidden="true">
          <Icon name="file" /> {text}
        </span>
        <input
          type="file"
          aria-label={`${text}: ${label}`}
          aria-busy={isUploading}
          disabled={isDisabled}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void upload.start(file);
            currentTarget.value = '';
          }}
        />
      </div>
      {problem && (
        <p class="field-problem" role="alert">
          {problem}
        </p>
      )}
    </>
  );
}

/** Shows the name of the uploaded file instead of its URL. */
export function ChosenFile({ label, upload, isDisabled = false }: FileInputProps) {
  return (
    <span class="chosen-file">
      <Icon name="file" />
      <span>{upload.fileName}</span>
      {!isDisabled && (
        <button
          type="button"
          class="plain icon-button"
          aria-label={`Remove ${upload.fileName} from ${label}`}
          title="Remove"
          onClick={upload.clear}
        >
          <Icon name="failed" />
        </button>
      )}
    </span>
  );
}
