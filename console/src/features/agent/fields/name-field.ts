import type { UseFormReturnType } from '@mantine/form'
import { findFreeSlug, toSlug } from '@parley/findings'

type NamedEntity = { id: string }
type NameFieldOptions<Form, Entry extends NamedEntity> = {
  form: UseFormReturnType<Form>
  path: string
  entries: readonly Entry[]
  saved: readonly NamedEntity[]
  fallback: string
  /** The field from which the id is derived. */
  from: keyof Entry & string
}

/** Props of an entry's name field; editing it updates the id of a new entry. */
export function buildNameFieldProps<Form, Entry extends NamedEntity>(
  naming: NameFieldOptions<Form, Entry>,
  at: number,
) {
  const { form, path, entries, saved, fallback, from } = naming
  const entry = entries[at]
  const props = form.getInputProps(`${path}.${at}.${from}`)
  return {
    ...props,
    onChange: (event: { currentTarget: { value: string } }) => {
      const after = event.currentTarget.value
      const others = entries.filter((_, index) => index !== at).map(({ id }) => id)
      const ids = saved.map(({ id }) => id)
      const before = String(entry?.[from] ?? '')
      const id = deriveIdFromName({ id: entry?.id ?? '', before, after, others, saved: ids, fallback })
      props.onChange(event)
      form.setFieldValue(`${path}.${at}.id`, id as never)
    },
  }
}

type NameChange = {
  id: string
  /** The name before and after the change. */
  before: string
  after: string
  /** Ids of the other entries, and of all saved ones. */
  others: readonly string[]
  saved: readonly string[]
  fallback: string
}

/** The id of a new entry follows its name until the user edits the id; a saved id never changes automatically. */
export function deriveIdFromName({ id, before, after, others, saved, fallback }: NameChange): string {
  if (saved.includes(id)) return id
  const usedIds = new Set([...others, ...saved])
  const follows = id === '' || id === findFreeSlug(toSlug(before, fallback), usedIds)
  return follows ? findFreeSlug(toSlug(after, fallback), usedIds) : id
}
