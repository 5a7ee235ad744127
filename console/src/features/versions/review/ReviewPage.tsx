import { Button, Grid, Stack } from '@mantine/core'
import type { MergeConflict } from '@parley/definition'
import { IconGitCompare } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { strings } from '#i18n/versions.ts'
import { useAgent, useCan, useRouteIds } from '../../../app/current-org.ts'
import { liveColor } from '../../../app/theme/tokens.ts'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ChangeList } from '../changes/ChangeList.tsx'
import { ConflictResolution, conflictsOf } from '../conflicts/ConflictResolution.tsx'
import { type Draft, useDraft, useDraftDiff, useInvalidateVersions } from '../versions-data.ts'
import { CanaryPanel } from './CanaryPanel.tsx'
import { DraftEdits, useDraftEdits } from './DraftEdits.tsx'
import { DraftReplays } from './DraftReplays.tsx'
import { DraftTests } from './DraftTests.tsx'
import { PublishDialog } from './PublishDialog.tsx'

const { review: texts } = strings
const path = '/orgs/$org/agents/$agent/versions/drafts/$draftId'

/** What a draft changes, who changed it, and what tests and replays say about it; publishes it. */
export function ReviewPage() {
  const { draftId } = useParams({ from: path })
  const draft = useDraft(draftId)
  if (draft.error) return <ErrorAlert error={draft.error} retry={draft.refetch} />
  if (!draft.data) return <Loading />
  return <Review draft={draft.data} />
}

function Review({ draft }: { draft: Draft }) {
  const canWrite = useCan('editor')
  const navigate = useNavigate()
  const publishes = useSearch({ from: path, select: (search) => search.do === 'publish' })
  const rebase = useRebase(draft.id)
  const params = { ...useRouteIds(), draftId: draft.id }
  const open = (does: 'publish' | undefined) => navigate({ to: path, params, search: { do: does }, replace: true })
  return (
    <PageLayout
      title={draft.name}
      lead={texts.lead(draft.baseVersion)}
      actions={
        canWrite && (
          <>
            <Button variant="default" loading={rebase.isPending} onClick={() => rebase.mutate([])}>
              {texts.rebase}
            </Button>
            <Button color={liveColor} onClick={() => void open('publish')}>
              {texts.publish}
            </Button>
          </>
        )
      }
    >
      {rebase.conflicts && (
        <ConflictResolution
          conflicts={rebase.conflicts}
          resolve={(choices) => rebase.mutate(choices)}
          busy={rebase.isPending}
          close={rebase.close}
        />
      )}
      {rebase.error && !conflictsOf(rebase.error) && <ErrorAlert error={rebase.error} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 8 }}>
          <Changes draft={draft} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 4 }}>
          <Stack>
            <DraftTests draft={draft} />
            <DraftReplays draft={draft} />
            <CanaryPanel draft={draft} />
            <DraftEdits draft={draft} />
          </Stack>
        </Grid.Col>
      </Grid>
      {publishes && canWrite && (
        <PublishDialog
          draft={draft}
          close={() => void open(undefined)}
          rebase={() => {
            void open(undefined)
            rebase.mutate([])
          }}
        />
      )}
    </PageLayout>
  )
}

type Choice = { path: string; take: 'live' | 'draft' }

function useRebase(draftId: string) {
  const agent = useAgent()
  const changed = useInvalidateVersions()
  // Not read from the error: it is gone as soon as the decisions are sent, and the decisions would be with it.
  const [conflicts, setConflicts] = useState<readonly MergeConflict[]>()
  const rebase = useMutation({
    mutationFn: (resolve: Choice[]) =>
      agent.api.post('/drafts/{draftId}/_rebase', {
        path: { draftId },
        body: resolve.length > 0 ? { resolve } : {},
      }),
    onError: (error) => setConflicts((shown) => conflictsOf(error) ?? shown),
    onSuccess: async () => {
      setConflicts(undefined)
      await changed()
      notify.success(texts.rebased)
    },
  })
  const close = () => {
    setConflicts(undefined)
    rebase.reset()
  }
  return { ...rebase, conflicts, close }
}

function Changes({ draft }: { draft: Draft }) {
  const diff = useDraftDiff(draft.id)
  const edits = useDraftEdits(draft.id)
  const byOf = useMemo(() => {
    const lastEdits = new Map((edits.rows ?? []).toReversed().flatMap((edit) => edit.paths.map((at) => [at, edit])))
    return (at: string) => {
      const edit = lastEdits.get(at)
      return edit && <LastEdit name={edit.by.name ?? edit.by.id} at={edit.at} />
    }
  }, [edits.rows])
  if (diff.error) return <ErrorAlert error={diff.error} retry={diff.refetch} />
  if (!diff.data) return <Loading />
  if (diff.data.length === 0) return <EmptyState icon={IconGitCompare} title={texts.nothing} text={texts.nothingText} />
  return <ChangeList changes={diff.data} label={strings.changes.list} byOf={byOf} />
}

const LastEdit = ({ name, at }: { name: string; at: string }) => (
  <>
    {strings.changes.by} {name}, <Timestamp at={at} />
  </>
)
