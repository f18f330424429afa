/** The light build (no subtitles, no second sound track) has the types of the whole. */
declare module 'hls.js/light' {
  export { default } from 'hls.js';
}
