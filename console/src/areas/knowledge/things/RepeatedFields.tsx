import { ActionIcon, Button, Fieldset, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { words } from '#words/knowledge.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { actionKinds, blankAction, mostActions, type ThingForm } from './thing-form.ts'

const { thing: w } = words
export type ThingEditor = Editor<ThingForm>
const kinds = actionKinds.map((kind) => ({ value: kind, label: w.kinds[kind] }))

export function ActionFields({ editor: { form, readOnly } }: { editor: ThingEditor }) {
  const { actions } = form.getValues()
  return (
    <Fieldset legend={w.actions}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {w.actionsHelp}
        </Text>
        {actions.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the buttons of a Thing have no names of their own
          <ActionRow key={at} at={at} editor={{ form, readOnly }} />
        ))}
        {actions.length < mostActions && !readOnly && (
          <AddRow label={w.addAction} onClick={() => form.insertListItem('actions', { ...blankAction })} />
        )}
      </Stack>
    </Fieldset>
  )
}

type RowGiven = { at: number; editor: Pick<ThingEditor, 'form' | 'readOnly'> }

function ActionRow({ at, editor: { form, readOnly } }: RowGiven) {
  const field = (name: string) => form.getInputProps(`actions.${at}.${name}`)
  const kind = form.getValues().actions[at]?.kind
  return (
    <Paper withBorder p="sm" role="group" aria-label={w.action(at + 1)}>
      <Stack gap="xs">
        <Group align="flex-end" wrap="nowrap">
          <TextInput label={w.label} maxLength={25} flex={1} {...field('label')} />
          {!readOnly && <RemoveIcon what={w.action(at + 1)} onClick={() => form.removeListItem('actions', at)} />}
        </Group>
        <Select label={w.kind} data={kinds} allowDeselect={false} {...field('kind')} />
        {kind === 'url' && <TextInput label={w.url} {...field('url')} />}
        {kind === 'dial' && <TextInput label={w.phone} {...field('phone')} />}
        {kind === 'reply' && (
          <TextInput label={w.value} description={w.valueHelp} maxLength={200} {...field('value')} />
        )}
      </Stack>
    </Paper>
  )
}

export function MetadataFields({ editor: { form, readOnly } }: { editor: ThingEditor }) {
  const { metadata } = form.getValues()
  return (
    <Fieldset legend={w.metadata}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {w.metadataHelp}
        </Text>
        {metadata.map((_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name that is being typed is no key
          <Group key={at} align="flex-end" wrap="nowrap" role="group" aria-label={w.metadataNth(at + 1)}>
            <TextInput label={w.key} flex={1} {...form.getInputProps(`metadata.${at}.key`)} />
            <TextInput label={w.metadataValue} flex={1} {...form.getInputProps(`metadata.${at}.value`)} />
            {!readOnly && (
              <RemoveIcon what={w.metadataNth(at + 1)} onClick={() => form.removeListItem('metadata', at)} />
            )}
          </Group>
        ))}
        {!readOnly && (
          <AddRow label={w.addMetadata} onClick={() => form.insertListItem('metadata', { key: '', value: '' })} />
        )}
      </Stack>
    </Fieldset>
  )
}

function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconPlus size={14} aria-hidden />}
      onClick={onClick}
      style={{ alignSelf: 'flex-start' }}
    >
      {label}
    </Button>
  )
}

function RemoveIcon({ what, onClick }: { what: string; onClick: () => void }) {
  return (
    <ActionIcon variant="default" size="input-sm" aria-label={w.remove(what)} onClick={onClick}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  )
}
