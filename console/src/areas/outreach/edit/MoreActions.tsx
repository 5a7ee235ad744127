import { ActionIcon, List, Menu, Stack, Text } from '@mantine/core'
import { Conflict } from '@parley/sdk'
import { IconDots, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/outreach.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { tell } from '../../../parts/tell.tsx'

const { edit } = words

type Referrer = { kind: 'campaign' | 'automatedOutreach'; id: string; name: string }

export function MoreActions({ outreachId, name }: { outreachId: string; name: string }) {
  const removing = useRemoving(outreachId, name)
  const ask = async () => {
    const question = { title: edit.deleteTitle(name), text: edit.deleteText, ok: words.delete, danger: true }
    if (await confirm({ ...question, phrase: name })) removing.mutate()
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
          {words.delete}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function useRemoving(outreachId: string, name: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  return useMutation({
    mutationFn: () => agent.api.delete('/outreach/{outreachId}', { path: { outreachId } }),
    onSuccess: async () => {
      tell.done(edit.deleted(name))
      await navigate({ to: '/orgs/$org/agents/$agent/outreach', params: place })
      void queries.invalidateQueries({ queryKey: agent.key('outreach', 'all') })
    },
    onError: (error) => {
      const referrers = error instanceof Conflict ? (error.body.referrers as Referrer[] | undefined) : undefined
      if (!referrers) return tell.failed(error)
      void confirm({ title: edit.inUse, text: <Referrers referrers={referrers} />, ok: words.close })
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
