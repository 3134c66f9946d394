import { Link } from '@tanstack/react-router';
import { FileField } from '../../../shared/forms/file-field';
import { Notice } from '../../../shared/layout/notice';
import { PageHeader } from '../../../shared/layout/page-header';
import { SectionCard } from '../../../shared/layout/section-card';
import { CheckImport } from './check-import';
import { ColumnsStep } from './columns-step';
import { ReadSettingsFields } from './read-settings-fields';
import { RowsStep } from './rows-step';
import { useSupplierFile } from './use-supplier-file';

/** Renders the import of a supplier's file, up to the check of what it would change. */
export function ImportPage() {
  const supplierFile = useSupplierFile();
  const { file, error, isReading, content, suppliers, choose, readAs, set } = supplierFile;
  return (
    <>
      <PageHeader
        title="Import file"
        detail="Nothing is stored before you have seen what would change."
        back={<Link to="/office/imports">All imports</Link>}
        action={
          file !== null &&
          content?.converted != null && <CheckImport file={file} content={content} />
        }
      />
      <div className="sections">
        <SectionCard title="1. File">
          <FileField
            label={file === null ? 'Choose a file, or drop it here' : 'Choose another file'}
            description={
              file === null
                ? 'Excel (.xlsx) or CSV, as the supplier sent it'
                : `${file.name}${isReading ? ', being read…' : ''}`
            }
            accept=".csv,.txt,.tsv,.xlsx,text/csv"
            isDisabled={isReading}
            onFile={choose}
          />
          {error !== null && (
            <Notice tone="bad" title="The file could not be read." isAlert>
              {error.message}
            </Notice>
          )}
          {content !== undefined && (
            <ReadSettingsFields content={content} onReadAs={readAs} onSet={set} />
          )}
        </SectionCard>
        {content !== undefined && (
          <>
            <ColumnsStep key={file?.name} content={content} suppliers={suppliers} onSet={set} />
            <RowsStep content={content} onSet={set} />
          </>
        )}
      </div>
    </>
  );
}
