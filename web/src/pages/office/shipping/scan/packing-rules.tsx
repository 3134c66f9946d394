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

/** Reads whether articles are checked; off until it is known, as the service refuses what was not counted. */
export function useCheckOfArticles(): ArticleCheck {
  return useQuery(getPackingRulesOptions()).data?.data.check_articles ?? 'off';
}

/** Renders the choice whether articles are checked, for people who decide it for everybody. */
export function CheckOfArticles() {
  const queryClient = useQueryClient();
  const current = useCheckOfArticles();
  const choose = useMutation({
    ...putPackingRulesMutation(),
    onSuccess: () => queryClient.invalidateQueries(getPackingRulesOptions()),
  });
  if (!useMay('limits:write')) return null;
  return (
    <>
      <NativeSelect
        label="Check articles"
        description="Required: nothing ships before each unit is counted"
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
