import { ActionIcon, Button, Group, Menu, Stack, Text, Tooltip } from '@mantine/core'
import { useClipboard, useDisclosure } from '@mantine/hooks'
import { IconDots, IconPlus, IconStar } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { channelName } from '#words/channel-names.ts'
import { words } from '#words/people.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/tell.tsx'
import type { Person } from '../names.ts'
import { Tone } from '../Tone.tsx'
import { Card } from './Card.tsx'
import { IdentityModal } from './IdentityModal.tsx'
import { usePersonChanged } from './usePerson.ts'

type Identity = Person['identities'][number]
const texts = words.identities

/** How channels know this person, which of them is preferred, and where they said STOP. */
export function IdentitiesCard({ person }: { person: Person }) {
  const may = useCan('editor')
  const [adding, { open, close }] = useDisclosure()
  const add = may && (
    <Button
      size="compact-sm"
      variant="subtle"
      leftSection={<IconPlus size={14} aria-hidden />}
      aria-label={texts.add}
      onClick={open}
    >
      {texts.addShort}
    </Button>
  )
  return (
    <Card title={texts.title} action={add}>
      {person.identities.length === 0 && (
        <Text size="sm" className="quiet">
          {texts.none}
        </Text>
      )}
      <Stack gap="xs">
        {person.identities.map((identity) => (
          <IdentityLine key={identity.asid} person={person} identity={identity} />
        ))}
      </Stack>
      <IdentityModal person={person} opened={adding} onClose={close} />
    </Card>
  )
}

function IdentityLine({ person, identity }: { person: Person; identity: Identity }) {
  const { channel, preferred, optedOut } = identity
  const may = useCan('editor')
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <Group gap={6} mih={28}>
        <Text size="sm" fw={500}>
          {channelName(channel)}
        </Text>
        {preferred && (
          <Tone tone="harbour" leftSection={<IconStar size={10} aria-hidden />}>
            {texts.preferred}
          </Tone>
        )}
        {optedOut && (
          <Tooltip label={texts.optedOutHint} multiline w={240}>
            <Tone tone="red" tabIndex={0}>
              {texts.optedOut}
            </Tone>
          </Tooltip>
        )}
      </Group>
      {may && <IdentityMenu person={person} identity={identity} />}
    </Group>
  )
}

function IdentityMenu({ person, identity: { asid, channel, preferred } }: { person: Person; identity: Identity }) {
  const { api } = useAgent()
  const changed = usePersonChanged(person.id)
  const clipboard = useClipboard()
  const path = { personId: person.id, asid }
  const name = channelName(channel)
  const acting = useMutation({
    mutationFn: async (verb: 'prefer' | 'remove') => {
      const at = '/people/{personId}/identities/{asid}'
      if (verb === 'prefer') await api.patch(at, { path, body: { preferred: true } })
      else await api.delete(at, { path })
      tell.done(verb === 'prefer' ? texts.nowPreferred(name) : texts.removed)
    },
    onSuccess: changed,
    onError: tell.failed,
  })
  const remove = async () => {
    const question = { title: texts.removeTitle(name), text: texts.removeText, ok: texts.remove }
    if (await confirm({ ...question, danger: true })) acting.mutate('remove')
  }
  return (
    <Menu shadow="md" position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" aria-label={texts.menu(name)} loading={acting.isPending}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => clipboard.copy(asid)}>{texts.copyId}</Menu.Item>
        {!preferred && <Menu.Item onClick={() => acting.mutate('prefer')}>{texts.prefer}</Menu.Item>}
        <Menu.Item color="red" onClick={remove}>
          {texts.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
