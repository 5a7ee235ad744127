import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { AgentClient } from '@parley/sdk'
import { IconArrowMerge, IconChevronDown, IconDownload, IconSend, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/people.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'
import { saveFile } from '../../../components/save-file.ts'
import { SendToPerson } from '../../outreach/send/SendToPerson.tsx'
import { collectAll } from '../collect-all.ts'
import { displayNameOf, type Person } from '../people-fields.ts'
import { readAllSends } from '../timeline/timeline-pages.ts'
import { MergeModal } from './MergeModal.tsx'

const texts = strings.person

export function PersonMenu({ person }: { person: Person }) {
  const agent = useAgent()
  const [merging, merge] = useDisclosure()
  const [sending, send] = useDisclosure()
  const erase = useErasePerson(person)
  const exporting = useMutation({
    mutationFn: async () => {
      const text = JSON.stringify(await exportPersonData(agent.api, person.id), null, 2)
      saveFile(new Blob([text], { type: 'application/json' }), `person-${person.id}.json`)
    },
    onSuccess: () => notify.success(texts.exported),
    onError: notify.error,
  })
  return (
    <>
      <Button leftSection={<IconSend size={16} aria-hidden />} onClick={send.open}>
        {texts.send}
      </Button>
      <Menu shadow="md" position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={14} aria-hidden />}
            loading={exporting.isPending}
          >
            {texts.actions}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconDownload size={16} aria-hidden />} onClick={() => exporting.mutate()}>
            {texts.exportData}
          </Menu.Item>
          <Menu.Item leftSection={<IconArrowMerge size={16} aria-hidden />} onClick={merge.open}>
            {texts.merge}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={erase}>
            {texts.erase}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <MergeModal person={person} opened={merging} onClose={merge.close} />
      {sending && <SendToPerson person={person} onClose={send.close} />}
    </>
  )
}

function useErasePerson(person: Person): () => Promise<void> {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  const name = displayNameOf(person)
  return async () => {
    const question = { title: texts.eraseTitle(name), text: texts.eraseText, phrase: texts.erasePhrase }
    if (!(await askConfirmation({ ...question, ok: strings.bulk.erase, danger: true }))) return
    try {
      await agent.api.delete('/people/{personId}', { path: { personId: person.id } })
    } catch (error) {
      notify.error(error)
      return
    }
    notify.success(texts.erased(name))
    await navigate({ to: '/orgs/$org/agents/$agent/people', params: routeIds })
    queries.removeQueries({ queryKey: agent.key('person', person.id) })
    await queries.invalidateQueries({ queryKey: agent.key('people') })
  }
}

/**
 * Exports everything the API has about a person, for that person: profile, consent, journal, appointments, sends and
 * messages.
 */
async function exportPersonData(api: AgentClient, personId: string): Promise<object> {
  const path = { personId }
  const person = await api.get('/people/{personId}', { path })
  const [consent, journal, appointments, sends] = await Promise.all([
    api.get('/people/{personId}/consent', { path }),
    collectAll(api.each('/people/{personId}/journal', { path, query: { limit: 1000 } })),
    collectAll(api.each('/people/{personId}/appointments', { path })),
    readAllSends(async (query) => (await api.get('/outreach/sends', { query: { personId, ...query } })).data),
  ])
  const messages = await Promise.all(
    person.identities.map(({ asid }) =>
      collectAll(api.each('/messages', { query: { userId: asid, start: '1970-01-01', limit: 1000 } })),
    ),
  )
  return { person, consent, journal, appointments, sends, messages: messages.flat() }
}
