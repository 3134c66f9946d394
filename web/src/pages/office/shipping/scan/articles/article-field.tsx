import { itemText } from '../../../../../../../src/catalog/variations/variation-keys.ts';
import { Button, TextInput } from '@mantine/core';
import { withoutScannerSigns } from '../../../../../../../src/catalog/article-codes.ts';
import { Notice } from '../../../../../shared/layout/notice';
import classes from '../scan-tab.module.css';
import { keyed } from '../../key-fields';
import type { ArticleCheck } from './use-article-check';

/** Renders the field that articles are scanned into, and what the last scan was. */
export function ArticleField({ check }: { check: ArticleCheck }) {
  const { field, said } = check;
  return (
    <div className={classes.articles}>
      <TextInput
        ref={field}
        {...keyed('F9')}
        label="Article"
        description="Scan each unit: its GTIN, its code or its SKU"
        autoComplete="off"
        spellCheck={false}
        onKeyDown={(event) => {
          const code = withoutScannerSigns(event.currentTarget.value);
          const isEnd = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey);
          if (!isEnd || (event.key === 'Tab' && code === '')) return;
          // Enter would ship, and Tab would leave the field.
          event.preventDefault();
          event.currentTarget.value = '';
          if (code !== '') check.scan(code);
        }}
      />
      <div role="alert" className={classes.latest}>
        {said !== null && (
          <Notice tone={said.isRefused ? 'bad' : 'moving'}>
            <div className={classes.sentence}>
              {said.sentence}
              <span className={classes.choices}>
                {said.choices.map((line) => (
                  <Button
                    key={line.line}
                    {...(said.choices.length === 1 && keyed('F7'))}
                    variant="default"
                    onClick={() => check.choose(line)}
                  >
                    {itemText(line)}
                  </Button>
                ))}
                {said.choices.length > 0 && (
                  <Button variant="default" onClick={check.chooseNone}>
                    {said.choices.length === 1 ? 'No' : 'None of these'}
                  </Button>
                )}
              </span>
            </div>
          </Notice>
        )}
      </div>
    </div>
  );
}
