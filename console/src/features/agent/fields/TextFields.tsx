import { Button, Group, Input, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentProps, lazy, Suspense } from 'react'
import { strings } from '#i18n/agent.ts'
import { EntryActions } from '../../../components/section/EntryActions.tsx'
import { useListItems } from '../../../components/section/EntryCard.tsx'
import { LintedField } from '../../../components/section/SectionFrame.tsx'

type Props<Form> = {
  form: UseFormReturnType<Form>
  /** Path of the list, both in the form and in the agent's document. */
  path: string
  documentPath: string
  label: string
  description?: string
  entryName: (number: number) => string
  add: string
  values: readonly string[]
  most: number
  longest: number
  readOnly: boolean
}

export function TextList<Form>(props: Props<Form>) {
  const { form, path, documentPath, label, description, entryName, add, values, most, longest, readOnly } = props
  const items = useListItems<Form, string>(form, path, values.length)
  return (
    <Stack gap="xs" role="group" aria-label={label}>
      <div>
        <Input.Label labelElement="div">{label}</Input.Label>
        {description && <Input.Description>{description}</Input.Description>}
      </div>
      {values.length === 0 && readOnly && (
        <Text size="sm" className="quiet">
          {strings.entry.none}
        </Text>
      )}
      {values.map((value, at) => (
        <LintedField key={items.keys[at]} path={`${documentPath}[${at}]`}>
          <Group gap={4} wrap="nowrap" align="flex-start">
            <Textarea
              flex={1}
              autosize
              minRows={1}
              maxRows={8}
              aria-label={entryName(at + 1)}
              autoFocus={items.isNew(items.keys[at] ?? '')}
              description={value.length > longest * 0.8 ? strings.entry.length(value.length, longest) : undefined}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              {...form.getInputProps(`${path}.${at}`)}
            />
            {!readOnly && <EntryActions name={entryName(at + 1)} at={at} items={items} />}
          </Group>
        </LintedField>
      ))}
      {!readOnly && values.length < most && (
        <Group>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => items.add('')}
          >
            {add}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

const MarkdownEditor = lazy(() => import('./MarkdownEditor.tsx'))

/** A Markdown field for instructions to the model. `path` is the field's path in its form. */
export function LongText({ path, ...props }: ComponentProps<typeof MarkdownEditor> & { path: string }) {
  return (
    <div data-path={path}>
      <Suspense fallback={<Skeleton h={180} />}>
        <MarkdownEditor {...props} />
      </Suspense>
    </div>
  )
}
