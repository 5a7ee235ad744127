import { Checkbox, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { presentationFields } from '@parley/definition/vocabulary'
import { strings } from '#i18n/knowledge.ts'
import { ItemDrawer } from '../ItemDrawer.tsx'
import { createId, useItemEditor } from '../sections/item-editing.ts'
import type { AgentCollection } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'

type CardField = (typeof presentationFields)[number]

type CollectionForm = {
  id: string
  name: string
  purpose: string
  fields: CardField[]
  allActions: boolean
  actions: string[]
}

function toCollectionForm(collection: AgentCollection | undefined): CollectionForm {
  const { fields = [...presentationFields], actions } = collection?.presentation ?? {}
  const { id = '', name = '', purpose = '' } = collection ?? {}
  return { id, name, purpose, fields, allActions: actions === undefined, actions: actions ?? [] }
}

/** Omits default values. */
function toCollection({ id, name, purpose, fields, allActions, actions }: CollectionForm): AgentCollection {
  const some = !presentationFields.every((field) => fields.includes(field))
  const presentation = { ...(some && { fields }), ...(!allActions && { actions }) }
  return {
    id,
    name,
    ...(purpose && { purpose }),
    ...(Object.keys(presentation).length > 0 && { presentation }),
  }
}

const { collections: texts } = strings

type CollectionDrawerProps = {
  id: string | undefined
  onClose: () => void
  onDelete: (collection: AgentCollection) => void
}

export function CollectionDrawer({ id, onClose, onDelete }: CollectionDrawerProps) {
  const collections = useSection('collections')
  const usedIds = new Set(collections.items?.map((collection) => collection.id))
  const editor = useItemEditor<'collections', CollectionForm>({
    section: 'collections',
    id,
    formOf: toCollectionForm,
    itemOf: (form) => toCollection({ ...form, id: form.id || createId(form.name, usedIds) }),
    onSaved: onClose,
  })
  const collection = collections.items?.find((one) => one.id === id)
  const { form } = editor
  return (
    <ItemDrawer
      title={collection?.name ?? texts.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={collection && (() => onDelete(collection))}
    >
      <Stack>
        <TextInput label={texts.name} required data-autofocus {...form.getInputProps('name')} />
        <TextInput
          label={strings.drawer.id}
          description={id === undefined ? strings.drawer.idHelp : undefined}
          readOnly={id !== undefined}
          {...form.getInputProps('id')}
        />
        <Textarea
          label={texts.purpose}
          description={texts.purposeHelp}
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
      <Checkbox.Group label={texts.fields} {...form.getInputProps('fields')}>
        <Stack gap="xs" mt={4}>
          {presentationFields.map((field) => (
            <Checkbox key={field} value={field} label={texts.fieldNames[field]} />
          ))}
        </Stack>
      </Checkbox.Group>
      <Switch label={texts.allActions} {...form.getInputProps('allActions', { type: 'checkbox' })} />
      {!allActions && (
        <TagsInput
          label={texts.actions}
          description={texts.actionsHelp}
          maxTags={4}
          {...form.getInputProps('actions')}
        />
      )}
    </>
  )
}
