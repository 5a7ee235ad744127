import { ActionIcon, Button, Menu, Group as Row, Select, Stack, Text } from '@mantine/core'
import { IconDots, IconPencil, IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { strings } from '#i18n/emulator.ts'
import { strings as phone } from '#i18n/handset.ts'
import { useAgent, useCan } from '../../app/current-org.ts'
import { askConfirmation } from '../../components/confirm.tsx'
import { notify } from '../../components/notify.tsx'
import type { PersonaEdit } from './EmulatorPage.tsx'
import styles from './emulator.module.css'
import { useSelectPersona } from './emulator-search.ts'
import type { PersonaGroup } from './persona-turns.ts'

const { personas: texts } = strings

type Props = {
  groups: readonly PersonaGroup[]
  group: PersonaGroup
  narrow: boolean | undefined
  more?: () => void
  edit: (editing: PersonaEdit) => void
}

export function PersonaList({ groups, group, narrow, more, edit }: Props) {
  const add = (
    <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={() => edit('new')}>
      {texts.create}
    </Button>
  )
  if (narrow) return <PersonaSelect groups={groups} group={group} add={add} edit={edit} />
  return (
    <Stack gap="xs" component="nav" aria-label={texts.label}>
      {add}
      <ul className={styles.people}>
        {groups.map((one) => (
          <li key={one.key}>
            <PersonaItem one={one} active={one === group} edit={edit} />
          </li>
        ))}
      </ul>
      {more && (
        <Button size="xs" variant="subtle" onClick={more}>
          {texts.more}
        </Button>
      )}
    </Stack>
  )
}

function PersonaItem({ one, active, edit }: { one: PersonaGroup; active: boolean; edit: Props['edit'] }) {
  const names = one.personas.map(({ channel }) => phone.channels[channel])
  return (
    <div className={styles.person} data-active={active || undefined}>
      <Link to="." search={{ persona: one.personas[0]?.id }} className={styles.open} aria-current={active}>
        <Text span fw={active ? 600 : 500} size="sm" truncate="end">
          {one.name}
        </Text>
        <Text span size="xs" className="quiet">
          {texts.channels(names)}
        </Text>
      </Link>
      <Actions group={one} edit={edit} />
    </div>
  )
}

function PersonaSelect({ groups, group, add, edit }: Pick<Props, 'groups' | 'group' | 'edit'> & { add: ReactNode }) {
  const select = useSelectPersona()
  const data = groups.map(({ name, personas }) => ({ value: personas[0]?.id ?? '', label: name }))
  return (
    <Row align="flex-end" gap="xs" wrap="nowrap">
      <Select
        flex={1}
        size="sm"
        label={texts.choose}
        allowDeselect={false}
        data={data}
        value={group.personas[0]?.id ?? null}
        onChange={(persona) => persona && select({ persona })}
      />
      <Actions group={group} edit={edit} />
      {add}
    </Row>
  )
}

/** Editing or deleting a persona requires the editor role; playing it does not. */
function Actions({ group, edit }: { group: PersonaGroup; edit: Props['edit'] }) {
  const mayWrite = useCan('editor')
  const remove = useDeletePersona(group)
  if (!mayWrite) return null
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={texts.actions(group.name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={() => edit(group)}>
          {texts.edit}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash size={16} aria-hidden />} onClick={remove}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDeletePersona({ name, personas }: PersonaGroup): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const select = useSelectPersona()
  const removing = useMutation({
    mutationFn: () =>
      Promise.all(personas.map(({ id }) => agent.api.delete('/personas/{personaId}', { path: { personaId: id } }))),
    onSuccess: () => {
      notify.success(texts.removed(name))
      select({})
    },
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: agent.key('personas') }),
  })
  return async () => {
    const { removeTitle, removeText: text, remove: ok } = texts
    if (await askConfirmation({ title: removeTitle(name), text, ok, danger: true })) removing.mutate()
  }
}
