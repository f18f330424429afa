/** The types of the DOM declare one in every window; not every browser has it. */
type SchedulerHost = { scheduler?: { yield?: () => Promise<void> } };

/**
 * Continues in a task of its own. A screen asks for all of its data when it is mounted: between two
 * requests the browser draws and answers.
 */
export const ownTask = (): Promise<void> =>
  (window as SchedulerHost).scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
