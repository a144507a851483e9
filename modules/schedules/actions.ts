import type { ActionDefinition } from '#app/extension/actions'

/** The actions that schedules check. What a schedule does needs its own actions too. */
export const SCHEDULE_ACTIONS: ActionDefinition[] = [
  {
    name: 'svc:ManageSchedule',
    description: 'Make, pause, resume and end schedules, which act at their times.',
    resource: 'the path of the schedule',
    aliases: [],
  },
  {
    name: 'svc:ReadSchedule',
    description: 'Read schedules and what came of them.',
    resource: 'the path of the schedule',
    aliases: ['svc:Read'],
  },
]
