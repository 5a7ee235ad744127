import { Checkbox, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import { ItemDrawer } from '../ItemDrawer.tsx'
import type { Collection } from '../sections/section.ts'
import { newIdOf } from '../sections/slug.ts'
import { useItemEditor } from '../sections/useItemEditor.ts'
import { useSection } from '../sections/useSection.ts'
import { type CollectionForm, cardFields, collectionFormOf, collectionOf } from './collection-form.ts'

const { collections: w } = words

type Given = { id: string | undefined; onClose: () => void; onDelete: (collection: Collection) => void }

export function CollectionDrawer({ id, onClose, onDelete }: Given) {
  const collections = useSection('collections')
  const taken = new Set(collections.items?.map((collection) => collection.id))
  const editor = useItemEditor<'collections', CollectionForm>({
    section: 'collections',
    id,
    formOf: collectionFormOf,
    itemOf: (form) => collectionOf({ ...form, id: form.id || newIdOf(form.name, taken) }),
    after: onClose,
  })
  const collection = collections.items?.find((one) => one.id === id)
  const { form } = editor
  return (
    <ItemDrawer
      title={collection?.name ?? w.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={collection && (() => onDelete(collection))}
    >
      <Stack>
        <TextInput label={w.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={words.drawer.id}
          description={id === undefined ? words.drawer.idHelp : undefined}
          readOnly={id !== undefined}
          {...form.getInputProps('id')}
        />
        <Textarea
          label={w.purpose}
          description={w.purposeHelp}
          autosize
          minRows={2}
          {...form.getInputProps('purpose')}
        />
        {editor.ready && <Presentation editor={editor} />}
      </Stack>
    </ItemDrawer>
  )
}

function Presentation({
  editor: { form },
}: {
  editor: { form: ReturnType<typeof useItemEditor<'collections', CollectionForm>>['form'] }
}) {
  const { allActions } = form.getValues()
  return (
    <>
      <Checkbox.Group label={w.fields} {...form.getInputProps('fields')}>
        <Stack gap="xs" mt={4}>
          {cardFields.map((field) => (
            <Checkbox key={field} value={field} label={w.fieldNames[field]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch label={w.allActions} {...form.getInputProps('allActions', { type: 'checkbox' })} />
      {!allActions && (
        <TagsInput label={w.actions} description={w.actionsHelp} maxTags={4} {...form.getInputProps('actions')} />
      )}
    </>
  )
}
