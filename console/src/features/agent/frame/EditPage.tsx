import { Box, Flex } from '@mantine/core'
import { Outlet } from '@tanstack/react-router'
import { useAgent } from '../../../app/current-org.ts'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { PartNav, PartSelect } from './PartNav.tsx'
import { PromptPreview } from './PromptPreview.tsx'
import { VersionBadges } from './VersionBadges.tsx'

/** The agent, part by part: each has an address of its own. */
export function EditPage() {
  const agent = useAgent()
  return (
    <PageLayout title={agent.name} beside={<VersionBadges />} actions={<PromptPreview />}>
      <Flex gap="xl" align="flex-start" direction={{ base: 'column', md: 'row' }}>
        <Box w={216} visibleFrom="md" style={{ flexShrink: 0, position: 'sticky', top: 68 }}>
          <PartNav />
        </Box>
        <Box w="100%" hiddenFrom="md">
          <PartSelect />
        </Box>
        <Box flex={1} miw={0} w="100%" maw={860} pb={80}>
          <Outlet />
        </Box>
      </Flex>
    </PageLayout>
  )
}
