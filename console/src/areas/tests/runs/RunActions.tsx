import { Button, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconDownload,
  IconPin,
  IconPinnedOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/tests.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { tell } from '../../../parts/tell.tsx'
import type { Run } from '../shared/reads.ts'
import { isOver } from './progress.ts'
import { StartRun } from './StartRun.tsx'

const { run: said } = words
type Verb = 'pause' | 'resume' | 'cancel' | 'pin' | 'unpin'

export function RunActions({ run }: { run: Run }) {
  const can = useCan('editor')
  return (
    <>
      {can && !isOver(run) && <WhileItGoesOn run={run} />}
      {can && isOver(run) && <WhenOver run={run} />}
      <Report runId={run.id} />
    </>
  )
}

function WhileItGoesOn({ run }: { run: Run }) {
  const act = useVerb(run.id)
  const paused = run.status === 'paused'
  const cancel = async () => {
    const sure = await confirm({ title: said.cancelTitle, text: said.cancelText, ok: said.cancel, danger: true })
    if (sure) act.mutate('cancel')
  }
  return (
    <>
      <Button
        variant={paused ? 'filled' : 'default'}
        leftSection={paused ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />}
        onClick={() => act.mutate(paused ? 'resume' : 'pause')}
        loading={act.isPending}
      >
        {paused ? said.resume : said.pause}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPlayerStop size={16} aria-hidden />}
        onClick={cancel}
        disabled={act.isPending}
      >
        {said.cancel}
      </Button>
    </>
  )
}

function WhenOver({ run }: { run: Run }) {
  const act = useVerb(run.id)
  const [again, { open, close }] = useDisclosure()
  const { suiteIds, caseIds, tags } = run.selection
  return (
    <>
      <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={open}>
        {said.again}
      </Button>
      <Button
        variant="default"
        title={said.pinHint}
        leftSection={run.pinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPin size={16} aria-hidden />}
        onClick={() => act.mutate(run.pinned ? 'unpin' : 'pin')}
        loading={act.isPending}
      >
        {run.pinned ? said.unpin : said.pin}
      </Button>
      {again && <StartRun suiteIds={suiteIds} caseIds={caseIds} tags={tags} onClose={close} />}
    </>
  )
}

function useVerb(runId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (verb: Verb) => agent.api.post(`/tests/runs/{run}/${verb}`, { path: { run: runId } }),
    onSuccess: (run, verb) => {
      queries.setQueryData(agent.key('tests', 'run', runId), run)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'runs') })
      if (verb === 'pin') tell.done(said.pinned)
      if (verb === 'unpin') tell.done(said.unpinned)
    },
    onError: (error) => {
      tell.failed(error)
      void queries.invalidateQueries({ queryKey: agent.key('tests', 'run', runId) })
    },
  })
}

function Report({ runId }: { runId: string }) {
  const agent = useAgent()
  const download = useMutation({
    mutationFn: async (format: 'json' | 'junit') => {
      const answer = await agent.api.raw('GET', '/tests/runs/{run}/report', { path: { run: runId }, query: { format } })
      saveFile(await answer.blob(), `${runId}.${format === 'json' ? 'json' : 'xml'}`)
    },
    onError: tell.failed,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} loading={download.isPending}>
          {said.report}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => download.mutate('json')}>{said.reportJson}</Menu.Item>
        <Menu.Item onClick={() => download.mutate('junit')}>{said.reportJunit}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
