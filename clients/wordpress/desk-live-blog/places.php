<?php
/**
 * Addresses of live blogs. The plugin requests and frames only addresses on services that an administrator has entered.
 *
 * @package Desk_Live_Blog
 */

namespace Desk_Live_Blog;

const MAX_POSTS = 20;

/** Returns the addresses of the newsroom's services, without a final slash. */
function services(): array {
	return (array) get_option( 'desk_live_blog_services', array() );
}

/**
 * Returns the place of a live blog or post; null if the address is not one of a configured service.
 *
 * @param string $address Address that an author has pasted, such as `https://live.example/live/1?posts=5`.
 * @return array|null `service`; `page`, the address for readers, which also has the first posts; `frame`, the address
 *                    of the page in the frame; `posts`, the number of first posts.
 */
function place_at( string $address ): ?array {
	foreach ( services() as $service ) {
		$start = preg_quote( "$service/live/", '~' );
		if ( ! preg_match( "~^$start(\d{1,10})(?:/post/(\d{1,10}))?/?(?:\?([^#]*))?(?:#.*)?\$~D", $address, $parts ) ) {
			continue;
		}
		list( , $blog, $post, $query ) = $parts + array( '', '', '', '' );
		$options = '' === $post ? options_in( $query ) : array( 'post' => $post );
		$page    = "$service/live/$blog" . ( '' === $post ? '' : "/post/$post" );
		return array(
			'service' => $service,
			'page'    => add_query_arg( array_diff_key( $options, array_flip( array( 'post', 'posts' ) ) ), $page ),
			'frame'   => add_query_arg( $options, "$service/live/$blog/embed" ),
			'posts'   => (int) ( $options['posts'] ?? MAX_POSTS / 2 ),
		);
	}
	return null;
}

/** Returns the options of docs/embed.md in a query. Wrong ones don't count, so that readers never see a refusal. */
function options_in( string $query ): array {
	wp_parse_str( $query, $values );
	$range   = array( 'options' => array( 'min_range' => 1, 'max_range' => MAX_POSTS ) );
	$options = array( 'posts' => filter_var( $values['posts'] ?? '', FILTER_VALIDATE_INT, $range ) );
	if ( 'key-points' === ( $values['show'] ?? '' ) ) {
		$options['show'] = 'key-points';
	} elseif ( 'oldest' === ( $values['order'] ?? '' ) ) {
		$options['order'] = 'oldest';
	}
	return array_filter( $options );
}
