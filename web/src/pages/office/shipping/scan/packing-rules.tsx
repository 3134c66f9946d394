import { NativeSelect } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPackingRulesOptions, putPackingRulesMutation } from '../../../../api/generated/admin';
import type { PackingRulesDto } from '../../../../api/generated/admin-types';
import { useMay } from '../../../../frame/session';
import { FormProblem } from '../../../../shared/forms/form-problem';

type ArticleCheck = PackingRulesDto['check_articles'];

const CHECKS: readonly { value: ArticleCheck; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'offered', label: 'Offered' },
  { value: 'required', label: 'Required' },
];

const SENTENCES: Readonly<Record<ArticleCheck, string>> = {
  off: 'Check articles: off, no unit is scanned',
  offered: 'Check articles: offered, scan units or ship',
  required: 'Check articles: required, scan each unit',
};

/** Reads whether articles are checked; off until it is known, as the service refuses what was not counted. */
export function useCheckOfArticles(): ArticleCheck {
  return useKnownCheck() ?? 'off';
}

function useKnownCheck(): ArticleCheck | undefined {
  return useQuery(getPackingRulesOptions()).data?.data.check_articles;
}

/** Says whether articles are checked; people who decide it for everybody choose it. */
export function CheckOfArticles() {
  const queryClient = useQueryClient();
  const current = useKnownCheck();
  const choose = useMutation({
    ...putPackingRulesMutation(),
    onSuccess: () => queryClient.invalidateQueries(getPackingRulesOptions()),
  });
  const mayChoose = useMay('limits:write');
  if (current === undefined) return null;
  if (!mayChoose)
    return <p className="soft small">{`${SENTENCES[current]}. An owner can change it`}</p>;
  return (
    <>
      <NativeSelect
        label="Check articles"
        description="Required: nothing ships from here before each unit is counted. Files of couriers ship without it"
        data={CHECKS}
        value={choose.variables?.body.check_articles ?? current}
        onChange={(event) =>
          choose.mutate({ body: { check_articles: event.currentTarget.value as ArticleCheck } })
        }
      />
      <FormProblem error={choose.error} title="The choice was not saved." />
    </>
  );
}
