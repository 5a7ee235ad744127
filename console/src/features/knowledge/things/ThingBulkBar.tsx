import { Button, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { strings } from '#i18n/knowledge.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import type { AgentThing, SectionEdit } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { addToCollection, type BulkField, removeThingsFromCollection, setField } from './bulk-edits.ts'

const { bulk } = strings
type Props = { chosen: AgentThing[]; clear: () => void; drop: (things: AgentThing[]) => void }
type BulkDialog = 'set' | 'addTo' | 'removeFrom'

export function ThingBulkBar({ chosen, clear, drop }: Props) {
  const [dialog, setDialog] = useState<BulkDialog>()
  const close = () => setDialog(undefined)
  return (
    <Paper withBorder p="xs" role="group" aria-label={bulk.label}>
      <Group gap="xs">
        <Text size="sm" fw={600} role="status" mr="sm">
          {bulk.selected(chosen.length)}
        </Text>
        {(['set', 'addTo', 'removeFrom'] as const).map((one) => (
          <Button key={one} size="xs" variant="default" onClick={() => setDialog(one)}>
            {bulk[one]}
          </Button>
        ))}
        <Button
          size="xs"
          variant="default"
          c="red"
          onClick={() => {
            clear()
            drop(chosen)
          }}
        >
          {bulk.delete}
        </Button>
        <Button size="xs" variant="subtle" onClick={clear}>
          {bulk.clear}
        </Button>
      </Group>
      <Dialog opened={dialog !== undefined} onClose={close} title={dialog && bulk[dialog]}>
        {dialog === 'set' && <SetFieldDialog chosen={chosen} close={close} />}
        {(dialog === 'addTo' || dialog === 'removeFrom') && (
          <CollectionDialog chosen={chosen} close={close} verb={dialog} />
        )}
      </Dialog>
    </Paper>
  )
}

type BulkDialogProps = { chosen: AgentThing[]; close: () => void }

function useApplyEdit({ chosen, close }: BulkDialogProps) {
  const things = useSection('things')
  const apply = async (edit: SectionEdit<AgentThing>) => {
    if (!(await things.change(edit))) return
    notify.success(bulk.done(chosen.length))
    close()
  }
  return { apply, saving: things.saving, ids: new Set(chosen.map(({ id }) => id)) }
}

function SetFieldDialog({ chosen, close }: BulkDialogProps) {
  const { apply, saving, ids } = useApplyEdit({ chosen, close })
  const [field, setFieldName] = useState<string>('description')
  const [detail, setDetail] = useState('')
  const [value, setValue] = useState('')
  const details = [...new Set(chosen.flatMap(({ metadata }) => Object.keys(metadata ?? {})))]
  const choices = [
    { value: 'description', label: strings.thing.description },
    { value: 'imageUrl', label: strings.thing.imageUrl },
    { value: 'productPageUrl', label: strings.thing.productPageUrl },
    ...details.map((key) => ({ value: `metadata.${key}`, label: key })),
    { value: 'own', label: bulk.newDetail },
  ]
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void apply(setField(ids, (field === 'own' ? `metadata.${detail.trim()}` : field) as BulkField, value))
      }}
    >
      <Stack>
        <Select
          label={bulk.field}
          data={choices}
          value={field}
          onChange={(chosenField) => chosenField && setFieldName(chosenField)}
          allowDeselect={false}
        />
        {field === 'own' && (
          <TextInput
            label={bulk.detailName}
            required
            value={detail}
            onChange={(event) => setDetail(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={bulk.value}
          description={bulk.valueHelp}
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <Button type="submit" loading={saving}>
          {bulk.apply(chosen.length)}
        </Button>
      </Stack>
    </form>
  )
}

function CollectionDialog({ chosen, close, verb }: BulkDialogProps & { verb: 'addTo' | 'removeFrom' }) {
  const { apply, saving, ids } = useApplyEdit({ chosen, close })
  const collections = useSection('collections')
  const [collection, setCollection] = useState<string | null>(null)
  const choices = (collections.items ?? []).map(({ id, name }) => ({ value: id, label: name }))
  if (choices.length === 0) return <Text>{bulk.noCollections}</Text>
  const edit = verb === 'addTo' ? addToCollection : removeThingsFromCollection
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (collection) void apply(edit(ids, collection))
      }}
    >
      <Stack>
        <Select
          label={strings.things.collection}
          data={choices}
          value={collection}
          onChange={setCollection}
          searchable
          required
        />
        <Button type="submit" loading={saving} disabled={!collection}>
          {bulk.apply(chosen.length)}
        </Button>
      </Stack>
    </form>
  )
}
