/** Uploads a file; fields then show its name instead of a local URL. */
import { useRef, useState } from 'preact/hooks';
import { api } from '../api.ts';
import { localFileName } from '../shared/file_name.ts';
import { errorMessage } from '../state.ts';

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
    fileName: localFileName(value),
    start,
    clear: () => latest.current(''),
  };
}
