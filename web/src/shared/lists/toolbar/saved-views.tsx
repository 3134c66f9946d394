import { ActionIcon, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { SavedViewDto, SaveViewDto } from '../../../api/generated/dashboard-types';
import {
  listSavedViewsOptions,
  removeViewMutation,
  saveViewMutation,
} from '../../../api/generated/dashboard';
import { FormButton } from '../../forms/form-button';
import { Icon } from '../../icon';
import classes from './saved-views.module.css';

interface ViewsProps {
  /** The list whose views these are. */
  list: SaveViewDto['list'];
  /** Current filters as in the page's address, without the cursor. */
  filter: Record<string, string | undefined>;
}

/** Renders the saved views of a list; the one with the current filters is marked. */
export function SavedViews({ list, filter }: ViewsProps) {
  const views = useViews(list);
  const query = queryOf(filter);
  if (views.length === 0) return null;
  return (
    <ul className={classes.views} aria-label="Saved views">
      {views.map((view) => (
        <li key={view.id} className={classes.view} data-current={view.query === query}>
          <Link to="." search={Object.fromEntries(new URLSearchParams(view.query))}>
            {view.name}
          </Link>
          <RemoveView {...view} />
        </li>
      ))}
    </ul>
  );
}

function useViews(list: ViewsProps['list']): readonly SavedViewDto[] {
  return useQuery(listSavedViewsOptions({ query: { list } })).data?.data ?? [];
}

/** Renders a button that saves the current filters; nothing where none is set, or a view has them. */
export function SaveView({ list, filter }: ViewsProps) {
  const query = queryOf(filter);
  const isSaved = useViews(list).some((view) => view.query === query);
  if (query === '' || isSaved) return null;
  return (
    <FormButton
      label="Save view"
      action="Save view"
      initialValues={{ name: '' }}
      send={({ name }) => saveViewMutation().mutationFn({ body: { list, name, query } })}
    >
      {(form) => (
        <TextInput
          label="Name"
          description="Opens this list with the current filters. Only you see it"
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
      )}
    </FormButton>
  );
}

function RemoveView({ id, name }: { id: number; name: string }) {
  const queryClient = useQueryClient();
  const remove = useMutation({
    ...removeViewMutation(),
    onSettled: () => queryClient.invalidateQueries(),
  });
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size={28}
      radius="xl"
      aria-label={`Remove view ${name}`}
      disabled={remove.isPending}
      onClick={() => remove.mutate({ path: { id } })}
    >
      <Icon name="close" size={12} />
    </ActionIcon>
  );
}

/** Writes filters as a sorted text, so that equal filters have equal texts. */
function queryOf(filter: Record<string, string | undefined>): string {
  const query = new URLSearchParams(
    Object.entries(filter).filter((entry): entry is [string, string] => !!entry[1]),
  );
  query.sort();
  return query.toString();
}
