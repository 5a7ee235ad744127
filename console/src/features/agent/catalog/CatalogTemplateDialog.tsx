import { Button, Group, Paper, Spoiler, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { strings } from '#i18n/agent.ts'
import { Dialog } from '../../../components/Dialog.tsx'
import { notify } from '../../../components/notify.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { useInvalidateAgent } from '../../../components/section/useAgentSection.ts'

const { gallery } = strings

type CatalogEntry = { id: string; name: string; version: string; description: string }
type Props<E extends CatalogEntry> = {
  opened: boolean
  close: () => void
  title: string
  lead: string
  entries: readonly E[] | undefined
  content: (entry: E) => ReactNode
  /** Ids of templates already applied. */
  usedIds: readonly string[]
  take: (entry: E) => void
  taking: string | undefined
}

export function CatalogTemplateDialog<E extends CatalogEntry>(props: Props<E>) {
  const { opened, close, title, lead, entries, content, usedIds, take, taking } = props
  return (
    <Dialog opened={opened} onClose={close} title={title} size="xl">
      <Stack>
        <Text size="sm" className="quiet">
          {lead}
        </Text>
        {!entries && <Loading />}
        {entries?.map((entry) => (
          <Paper key={entry.id} withBorder p="sm" component="section" aria-label={entry.name}>
            <Group justify="space-between" wrap="nowrap" align="flex-start">
              <Stack gap={2}>
                <Text fw={600}>{entry.name}</Text>
                <Text size="sm" className="quiet">
                  {entry.description} · {gallery.version(entry.version)}
                </Text>
              </Stack>
              <Button
                size="xs"
                variant={usedIds.includes(entry.id) ? 'default' : 'filled'}
                loading={taking === entry.id}
                disabled={taking !== undefined && taking !== entry.id}
                onClick={() => take(entry)}
                aria-label={
                  usedIds.includes(entry.id) ? gallery.addAgainNamed(entry.name) : gallery.addNamed(entry.name)
                }
                style={{ flexShrink: 0 }}
              >
                {usedIds.includes(entry.id) ? gallery.addAgain : gallery.add}
              </Button>
            </Group>
            <Spoiler maxHeight={66} showLabel={gallery.more} hideLabel={gallery.less} mt={6}>
              {content(entry)}
            </Spoiler>
          </Paper>
        ))}
      </Stack>
    </Dialog>
  )
}

type NamedTemplate = { id: string; name: string }

/** Applies a template through `send`, then refetches the agent. */
export function useApplyTemplate(send: (templateId: string) => Promise<unknown>, after: () => void) {
  const changed = useInvalidateAgent()
  return useMutation({
    mutationFn: ({ id }: NamedTemplate) => send(id),
    onSuccess: async (_, { name }) => {
      await changed()
      after()
      notify.success(strings.gallery.added(name))
    },
    onError: notify.error,
  })
}
