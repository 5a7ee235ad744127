import type { UseFormReturnType } from '@mantine/form'
import { idFollowingName } from './slug.ts'

type NamedEntity = { id: string }
type NameFieldOptions<Form, Entry extends NamedEntity> = {
  form: UseFormReturnType<Form>
  path: string
  entries: readonly Entry[]
  saved: readonly NamedEntity[]
  fallback: string
  /** The field that the id is made from. */
  from: keyof Entry & string
}

/** The name field of an entry, which takes the id of a new one along. */
export function nameFieldProps<Form, Entry extends NamedEntity>(naming: NameFieldOptions<Form, Entry>, at: number) {
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
      const id = idFollowingName({ id: entry?.id ?? '', before, after, others, saved: ids, fallback })
      props.onChange(event)
      form.setFieldValue(`${path}.${at}.id`, id as never)
    },
  }
}
