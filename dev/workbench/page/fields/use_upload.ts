/** Uploads a file and remembers its name, so that fields show the name instead of a local URL. */
import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { errorMessage } from '../state.ts';

/** File names by the URL of the upload; they last as long as the page. */
const fileNames = signal<ReadonlyMap<string, string>>(new Map());

export interface Upload {
  isUploading: boolean;
  problem: string | undefined;
  /** The name of the file whose URL is the current value. */
  fileName: string | undefined;
  start(file: File): Promise<void>;
  /** Makes the value blank. */
  clear(): void;
}

export function useUpload(value: string, onChange: (url: string) => void): Upload {
  const [isUploading, setUploading] = useState(false);
  const [problem, setProblem] = useState<string | undefined>(undefined);
  // Other fields may change during the upload.
  const latest = useRef(onChange);
  latest.current = onChange;
  const start = async (file: File) => {
    setUploading(true);
    setProblem(undefined);
    try {
      const { url } = await api.upload(file);
      fileNames.value = new Map([...fileNames.value, [url, file.name]]);
      latest.current(url);
    } catch (error) {
      setProblem(errorMessage(error));
    } finally {
      setUploading(false);
    }
  };
  return {
    isUploading,
    problem,
    fileName: fileNames.value.get(value),
    start,
    clear: () => latest.current(''),
  };
}
