import { useNavigate } from '@tanstack/react-router';
import { CameraScan } from './camera-scan';

/** Renders a button that searches a list for what the camera scans. */
export function SearchByCamera() {
  const navigate = useNavigate();
  return (
    <CameraScan
      onScan={(q) =>
        void navigate({
          to: '.',
          search: (search: object) => ({ ...search, q, cursor: undefined }),
        })
      }
    />
  );
}
