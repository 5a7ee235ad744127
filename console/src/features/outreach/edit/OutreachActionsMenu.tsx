import { ActionIcon, List, Menu, Stack, Text } from '@mantine/core'
import { Conflict } from '@parley/sdk'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { notify } from '../../../components/notify.tsx'

const { edit } = strings

type Referrer = { kind: 'campaign' | 'automatedOutreach'; id: string; name: string }

export function OutreachActionsMenu({ outreachId, name }: { outreachId: string; name: string }) {
  const removing = useDeleteOutreach(outreachId, name)
  const ask = async () => {
    const question = { title: edit.deleteTitle(name), text: edit.deleteText, ok: strings.delete, danger: true }
    if (await askConfirmation({ ...question, phrase: name })) removing.mutate()
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={edit.more} loading={removing.isPending}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item color="red" leftSection={<IconTrash size={16} aria-hidden />} onClick={ask}>
          {strings.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useDeleteOutreach(outreachId: string, name: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    mutationFn: () => agent.api.delete('/outreach/{outreachId}', { path: { outreachId } }),
    onSuccess: async () => {
      notify.success(edit.deleted(name))
      await navigate({ to: '/orgs/$org/agents/$agent/outreach', params: routeIds })
      void queries.invalidateQueries({ queryKey: agent.key('outreach', 'all') })
    },
    onError: (error) => {
      const referrers = error instanceof Conflict ? (error.body.referrers as Referrer[] | undefined) : undefined
      if (!referrers) return notify.error(error)
      void askConfirmation({ title: edit.inUse, text: <Referrers referrers={referrers} />, ok: strings.close })
    },
  })
}

function Referrers({ referrers }: { referrers: Referrer[] }) {
  return (
    <Stack gap="xs">
      <List>
        {referrers.map(({ kind, id, name }) => (
          <List.Item key={id}>
            <Text span className="quiet">{`${edit.referrers[kind]} `}</Text>
            {name}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}
