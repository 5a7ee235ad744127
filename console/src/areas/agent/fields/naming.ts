import type { UseFormReturnType } from '@mantine/form'
import { idAfter } from './slug.ts'

type Named = { id: string }
type Naming<Form, Entry extends Named> = {
  form: UseFormReturnType<Form>
  path: string
  entries: readonly Entry[]
  saved: readonly Named[]
  fallback: string
  /** The field that the id is made from. */
  from: keyof Entry & string
}

/** The name field of an entry, which takes the id of a new one along. */
export function namingOf<Form, Entry extends Named>(naming: Naming<Form, Entry>, at: number) {
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
      const id = idAfter({ id: entry?.id ?? '', before, after, others, saved: ids, fallback })
      props.onChange(event)
      form.setFieldValue(`${path}.${at}.id`, id as never)
    },
  }
}
