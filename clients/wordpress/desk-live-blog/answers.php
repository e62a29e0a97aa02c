<?php
/**
 * The last known content of pages of a service. However many readers a post has, one process at a time asks the service,
 * once what it has said is no longer fresh. The others show what is known.
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

/** Seconds that a reader waits at most for the service. */
const PATIENCE = 2;
/** Seconds until the next request after a service has failed, or has no such blog. */
const PAUSE = 10;
/** Maximum seconds for which an answer is fresh. */
const MAX_AGE   = 60;
const MAX_BYTES = 1048576;

/**
 * Returns what is known of a place: `content` (content.php), null if there is none; `is_missing`, whether the service
 * has said that it shows no such blog.
 */
function answer_of( array $place ): array {
	$name = 'desk_live_blog_' . md5( $place['page'] );
	$away = 'desk_live_blog_away_' . md5( $place['service'] );
	// Before it reads: then an answer that another process has just stored is seen.
	$is_locked = lock( $name );
	$nothing   = array( 'content' => null, 'is_missing' => false, 'etag' => '', 'until' => 0 );
	$answer    = json_decode( (string) get_transient( $name ), true ) ?? $nothing;
	if ( $is_locked && ! is_soon( $answer['until'], MAX_AGE ) && ! is_soon( (float) get_transient( $away ), PAUSE ) ) {
		$newer = ask( $place['page'], $answer );
		if ( null === $newer ) {
			set_transient( $away, microtime( true ) + PAUSE, PAUSE );
		} else {
			$answer = $newer;
			// JSON is ASCII, which databases without characters of four bytes store, too.
			set_transient( $name, wp_json_encode( $answer ), DAY_IN_SECONDS );
		}
	}
	if ( $is_locked ) {
		unlock( $name );
	}
	return $answer;
}

/** Returns whether a time is among the next seconds. A later one was stored while the clock was wrong. */
function is_soon( float $time, int $seconds ): bool {
	$rest = $time - microtime( true );
	return 0 <= $rest && $rest <= $seconds;
}

/** Asks the service for a page. Returns null if it fails. */
function ask( string $page, array $answer ): ?array {
	$response = request( $page, '' === $answer['etag'] ? array() : array( 'If-None-Match' => $answer['etag'] ) );
	$status   = (int) wp_remote_retrieve_response_code( $response );
	if ( ! in_array( $status, array( 200, 304, 404, 410 ), true ) ) {
		return null;
	}
	$found   = 200 === $status ? content_in( wp_remote_retrieve_body( $response ) ) : null;
	$content = $status < 400 ? $found ?? $answer['content'] : null;
	// With the tag of a page that was cut off, the content before it would stay until the page changes again.
	$is_whole = null !== ( 304 === $status ? $content : $found );
	return array(
		'content'    => $content,
		'is_missing' => null === $content,
		'etag'       => $is_whole ? header_in( $response, 'etag' ) : '',
		'until'      => microtime( true ) + ( null === $content ? PAUSE : age_in( $response ) ),
	);
}

/** Returns for how many seconds a response is fresh. */
function age_in( array $response ): int {
	preg_match( '/(?<![\w-])max-age=(\d{1,9})/', header_in( $response, 'cache-control' ), $parts );
	return max( 1, min( MAX_AGE, (int) ( $parts[1] ?? 0 ) - (int) header_in( $response, 'age' ) ) );
}

/** Returns a header of a response. */
function header_in( array $response, string $name ): string {
	return implode( ', ', (array) wp_remote_retrieve_header( $response, $name ) );
}

/** Requests a page. Returns the response; an empty one if it is not complete in time. */
function request( string $page, array $headers ): array {
	$end = hrtime( true ) + PATIENCE * 1e9;
	// Without PHP's extension curl, WordPress counts the time for each part of a response, and reads past its limit.
	$check = static function () use ( $end ) {
		if ( hrtime( true ) > $end ) {
			throw new \RuntimeException( 'The response takes too long.' );
		}
	};
	$limits = array( 'timeout' => PATIENCE, 'redirection' => 0, 'limit_response_size' => MAX_BYTES );
	// WordPress unpacks a gigabyte from a kilobyte, and PHP ends: so it must not know that a response is packed.
	$headers['Accept-Encoding'] = 'identity';
	add_action( 'requests-request.progress', $check );
	add_action( 'requests-requests.before_parse', __NAMESPACE__ . '\\hide_encoding' );
	try {
		$response = wp_remote_get( $page, $limits + array( 'headers' => $headers ) );
	} catch ( \RuntimeException $error ) {
		$response = array();
	}
	remove_action( 'requests-requests.before_parse', __NAMESPACE__ . '\\hide_encoding' );
	remove_action( 'requests-request.progress', $check );
	return is_wp_error( $response ) ? array() : $response;
}

/** Renames the header Content-Encoding in the text of a response. */
function hide_encoding( string &$response ): void {
	$parts    = explode( "\r\n\r\n", $response, 2 );
	$parts[0] = preg_replace( '~^content-encoding~im', 'X-Encoding', $parts[0] );
	$response = implode( "\r\n\r\n", $parts );
}

/** Takes a lock, or returns false at once if another process has it. It ends with the connection to the database. */
function lock( string $name ): bool {
	global $wpdb;
	// Null if the database supports no locks: then each process asks the service.
	return '0' !== $wpdb->get_var( $wpdb->prepare( 'SELECT GET_LOCK(%s, 0)', lock_name( $name ) ) );
}

/** Ends a lock. */
function unlock( string $name ): void {
	global $wpdb;
	$wpdb->get_var( $wpdb->prepare( 'SELECT RELEASE_LOCK(%s)', lock_name( $name ) ) );
}

/** Returns the name of a lock among those of all sites on the database server. */
function lock_name( string $name ): string {
	global $wpdb;
	return md5( $wpdb->dbname . $wpdb->prefix . $name );
}
